import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { ProviderAddresses } from './provider-addresses.ts'

type Variables = Readonly<Record<string, string>>

/** The hosts of an agent's own provider and login: those of its definition, and those that it is pointed at. */
export function agentHosts(
  { home }: AgentDefinition,
  { hosts }: ProviderAddresses,
  environment: Variables,
): string[] {
  return [...filledHosts(home?.hosts ?? [], environment), ...hosts]
}

/** The addresses of providers on this machine, as hosts with ports. */
export function localHosts({ local }: ProviderAddresses): string[] {
  return Array.from(local.values(), (address) => new URL(address).host)
}

/** The hosts with the values of their variables, such as a region; hosts whose variables are not set are left out. */
function filledHosts(hosts: readonly string[], environment: Variables): string[] {
  return hosts
    .map((host) => host.replaceAll(/\{(\w+)\}/g, (all, name: string) => environment[name] ?? all))
    .filter((host) => !host.includes('{'))
}
