import { ValidationError } from '../../../core/validation-error.ts'
import { A2EError } from '../../a2e-error.ts'
import { definePlugin, type Handlers, type Plugin } from '../../plugin.ts'
import type { Environment } from './environment.ts'
import type { Episode } from './episode.ts'
import { Episodes } from './episodes.ts'
import { gridWorld } from './grid-world.ts'

export interface EnvPluginOptions {
  /** The available environments; the grid world if omitted. */
  environments?: readonly Environment[]
  /** The maximum number of open episodes per session; 64 if omitted. */
  maxEpisodes?: number
  priority?: number
}

/** A plugin with environments. An episode belongs to the session that started it and ends with the session. */
export function envPlugin(options: EnvPluginOptions = {}): Plugin {
  const { environments = [gridWorld], maxEpisodes = 64, priority = 0 } = options
  const byName = new Map(environments.map((environment) => [environment.name, environment]))
  if (byName.size < environments.length) {
    throw new ValidationError('Two environments have the same name', [
      { path: ['environments'], message: 'has a duplicate name' },
    ])
  }
  const episodes = new Episodes(maxEpisodes)
  return definePlugin({
    name: 'env',
    type: 'env',
    priority,
    messages: handlers(byName, episodes),
    endSession: (session) => episodes.endSession(session),
  })
}

function handlers(environments: ReadonlyMap<string, Environment>, episodes: Episodes): Handlers {
  const known = (name: string): Environment => {
    const environment = environments.get(name)
    if (environment !== undefined) return environment
    throw new A2EError('reset_denied', `There is no environment ${name}`, {
      detail: { env_name: name, environments: [...environments.keys()] },
      capabilityName: 'env',
    })
  }
  return {
    'env/reset/req': ({ env_name, seed, options }, { session, clock }) => {
      const episode = episodes.begin(session, {
        environment: known(env_name),
        seed: seed ?? 0,
        options,
        createdAt: clock.now() / 1000,
      })
      return { obs: episode.observe() }
    },
    'env/step/req': ({ episode_id, action }, { session }) => ({
      obs: episodes.get(session, episode_id).step(action),
    }),
    'env/observe/req': ({ episode_id }, { session }) => ({
      obs: episodes.get(session, episode_id).observe(),
    }),
    'env/close/req': ({ episode_id }, { session }) => {
      episodes.end(session, episode_id)
      return { closed: true }
    },
    'env/space/req': ({ env_name }) => {
      const { actionSpace, stateSchema } = known(env_name)
      return { action_space: { ...actionSpace }, state_schema: { ...stateSchema } }
    },
    'env/render/req': ({ episode_id, mode }, { session }) => ({
      render: render(episodes.get(session, episode_id), mode ?? 'screenshot'),
    }),
    'env/batch_step/req': ({ episode_ids, actions }, { session }) => {
      const steps = pairsOf(episode_ids, actions).map(
        ([id, action]) => [episodes.get(session, id), action] as const,
      )
      // Checks all actions before the first step, so that a refused batch changes nothing.
      for (const [episode, action] of steps) episode.requireAction(action)
      return { results: steps.map(([episode, action]) => ({ obs: episode.step(action) })) }
    },
    'env/exp/list/req': ({ episode_id, limit }, { session }) => ({
      episodes: episodes.experiences(session, { id: episode_id, limit }),
    }),
  }
}

function render(episode: Episode, mode: string): unknown {
  const modes = episode.environment.render ?? {}
  const show = Object.hasOwn(modes, mode) ? modes[mode] : undefined
  if (show !== undefined) return show(episode.state)
  throw new A2EError('runtime_error', `${episode.environment.name} cannot be rendered as ${mode}`, {
    detail: { mode, modes: Object.keys(modes) },
    capabilityName: 'env',
  })
}

function pairsOf<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  const isOnce = new Set(ones).size === ones.length
  if (ones.length !== others.length || !isOnce) {
    throw new A2EError('schema_violation', 'A batch needs exactly one action per episode', {
      detail: { episode_ids: ones.length, actions: others.length },
      capabilityName: 'env',
    })
  }
  return ones.map((one, index) => [one, others[index] as Other])
}
