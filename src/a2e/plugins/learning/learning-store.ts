import type { DatabaseSync } from 'node:sqlite'
import { A2EError } from '../../a2e-error.ts'
import type { Experience, Feedback } from '../../messages/message-fields.ts'
import { inTransaction } from '../database.ts'

/** Statistics of a component, from the records that agents sent to the host. */
export interface ComponentStats extends Record<string, unknown> {
  component_name: string
  feedback_count: number
  /** The mean score, weighted by confidence; null without feedback. */
  avg_score: number | null
  positive: number
  negative: number
  neutral: number
  corrective: number
  experience_count: number
  avg_reward: number | null
  /** Seconds since 1970. */
  last_at: number
}

const tables = `
CREATE TABLE IF NOT EXISTS feedback (
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  component TEXT NOT NULL,
  polarity TEXT NOT NULL,
  score REAL NOT NULL,
  confidence REAL NOT NULL,
  document TEXT NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (agent, id)
) STRICT;
CREATE INDEX IF NOT EXISTS feedback_component ON feedback (component);
CREATE TABLE IF NOT EXISTS experience (
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  component TEXT NOT NULL,
  reward REAL NOT NULL,
  document TEXT NOT NULL,
  at REAL NOT NULL,
  PRIMARY KEY (agent, id)
) STRICT;
CREATE INDEX IF NOT EXISTS experience_component ON experience (component);
`

const statistics = `
SELECT component AS component_name,
  count(polarity) AS feedback_count,
  sum(score * confidence) / nullif(sum(confidence), 0) AS avg_score,
  count(*) FILTER (WHERE polarity = 'positive') AS positive,
  count(*) FILTER (WHERE polarity = 'negative') AS negative,
  count(*) FILTER (WHERE polarity = 'neutral') AS neutral,
  count(*) FILTER (WHERE polarity = 'corrective') AS corrective,
  count(reward) AS experience_count,
  avg(reward) AS avg_reward,
  max(at) AS last_at
FROM (
  SELECT component, polarity, score, confidence, NULL AS reward, at FROM feedback
  UNION ALL
  SELECT component, NULL, NULL, NULL, reward, at FROM experience
)
WHERE :component = '' OR component = :component
GROUP BY component ORDER BY component`

/** Feedback with its id and component. */
export interface NamedFeedback {
  id: string
  component: string
  feedback: Feedback
}

/** An experience with its id and component. */
export interface NamedExperience {
  id: string
  component: string
  experience: Experience
}

/** The sender and time of records, and the maximum number of stored records. */
export interface RecordOrigin {
  agent: string
  at: number
  limit: number
}

/** Feedback and experiences in a database. A record with a known id of the same agent replaces the earlier record. */
export class LearningStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(tables)
  }

  addFeedback(all: readonly NamedFeedback[], { agent, at, limit }: RecordOrigin): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO feedback VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    inTransaction(this.#database, () => {
      for (const { id, component, feedback } of all) {
        const { polarity, score = 0, confidence = 1 } = feedback
        insert.run(id, agent, component, polarity, score, confidence, JSON.stringify(feedback), at)
      }
      this.#requireCapacity('feedback', limit)
    })
  }

  addExperiences(all: readonly NamedExperience[], { agent, at, limit }: RecordOrigin): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO experience VALUES (?, ?, ?, ?, ?, ?)')
    inTransaction(this.#database, () => {
      for (const { id, component, experience } of all)
        insert.run(id, agent, component, experience.reward ?? 0, JSON.stringify(experience), at)
      this.#requireCapacity('experience', limit)
    })
  }

  /** The statistics of one component, or of all components if the name is empty. */
  stats(component: string): ComponentStats[] {
    const rows = this.#database.prepare(statistics).all({ component })
    return rows.map((row) => ({ ...row }) as ComponentStats)
  }

  close(): void {
    this.#database.close()
  }

  /** @throws A2EError `out_of_memory`, which rolls back the transaction. */
  #requireCapacity(table: 'feedback' | 'experience', limit: number): void {
    const row = this.#database.prepare(`SELECT count(*) AS total FROM ${table}`).get()
    if (Number(row?.['total']) <= limit) return
    throw new A2EError(
      'out_of_memory',
      `The host stores at most ${limit} ${table} records; none of these was stored`,
      {
        detail: { limit },
        capabilityName: 'learning',
      },
    )
  }
}
