import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { chosenClouds } from '../home/chosen-clouds.ts'
import type { ProviderAddresses } from './provider-addresses.ts'
import { providerHosts } from './provider-logins.ts'

type Variables = Readonly<Record<string, string>>

export interface AgentHostsOptions {
  readonly addresses: ProviderAddresses
  readonly environment: Variables
  /** The names of stored logins; without them, every provider counts that the agent knows. */
  readonly logins?: readonly string[]
}

/**
 * The hosts of an agent's own providers and logins: those of its definition, those that it is pointed at, and those of the
 * providers for which the user has a login.
 */
export function agentHosts(
  { home }: AgentDefinition,
  { addresses, environment, logins }: AgentHostsOptions,
): string[] {
  const stored = logins === undefined ? undefined : { environment, names: logins }
  return [
    ...filledHosts(home?.hosts ?? [], environment),
    ...filledHosts(
      chosenClouds(home ?? {}, environment).flatMap((cloud) => cloud.hosts),
      environment,
    ),
    ...addresses.hosts,
    ...(home?.manyProviders ? providerHosts(stored) : []),
  ]
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
