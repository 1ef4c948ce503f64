import { createId } from '../../../core/ids.ts'
import { A2EError } from '../../a2e-error.ts'
import type { PluginSession } from '../../plugin.ts'
import { Episode, type EpisodeOptions } from './episode.ts'

/** The episodes of all sessions. A session can access only its own. */
export class Episodes {
  readonly #limit: number
  readonly #bySession = new Map<string, Map<string, Episode>>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @throws A2EError `reset_denied` when the session has too many open episodes. */
  begin(session: PluginSession, options: Omit<EpisodeOptions, 'id'>): Episode {
    const episodes = this.#bySession.get(session.id) ?? new Map<string, Episode>()
    if (episodes.size >= this.#limit) {
      throw new A2EError('reset_denied', `The session already has ${this.#limit} open episodes`, {
        detail: { limit: this.#limit },
        capabilityName: 'env',
        hint: 'Close an episode with env/close/req.',
      })
    }
    const episode = new Episode({ ...options, id: createId('episode') })
    episodes.set(episode.id, episode)
    this.#bySession.set(session.id, episodes)
    return episode
  }

  /** @throws A2EError when the session has no such episode. */
  get(session: PluginSession, id: string): Episode {
    const episode = this.#bySession.get(session.id)?.get(id)
    if (episode !== undefined) return episode
    throw new A2EError('runtime_error', `There is no episode ${id}`, {
      detail: { episode_id: id },
      capabilityName: 'env',
      hint: 'Send env/reset/req first.',
    })
  }

  end(session: PluginSession, id: string): void {
    this.get(session, id)
    this.#bySession.get(session.id)?.delete(id)
  }

  endSession(session: PluginSession): void {
    this.#bySession.delete(session.id)
  }

  /** The first `limit` steps of one episode, or of all episodes of a session. */
  experiences(
    session: PluginSession,
    { id, limit }: { id: string; limit: number },
  ): Record<string, unknown>[] {
    const selected =
      id === '' ? [...(this.#bySession.get(session.id)?.values() ?? [])] : [this.get(session, id)]
    let left = Math.max(0, limit)
    return selected.flatMap(({ id: episode_id, environment, seed, transitions }) => {
      const taken = transitions.slice(0, left)
      left -= taken.length
      return taken.length === 0 ? [] : [{ episode_id, env_name: environment.name, seed, transitions: taken }]
    })
  }
}
