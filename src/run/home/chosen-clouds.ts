import { isAbsolute } from 'node:path'
import type { AgentHome, CloudLogin } from '../../agents/definition/definition-home.ts'

type Environment = Readonly<Record<string, string>>

/** Values of a variable that switch a cloud off. */
const off = new Set(['', '0', 'false', 'no', 'off'])

/** The clouds that the variables of the agent choose. */
export function chosenClouds(
  { clouds = [] }: Pick<AgentHome, 'clouds'>,
  environment: Environment,
): CloudLogin[] {
  const isSet = (name: string): boolean => !off.has((environment[name] ?? '').trim().toLowerCase())
  return clouds.filter(({ chosenBy }) => chosenBy.some(isSet))
}

/** The paths of login files that the variables name. */
export function namedFiles(clouds: readonly CloudLogin[], environment: Environment): string[] {
  return clouds
    .flatMap(({ pathVariables }) => pathVariables.map((name) => environment[name] ?? ''))
    .filter((path) => isAbsolute(path))
}
