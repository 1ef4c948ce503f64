import type { CapabilityFact } from '../../../capabilities/profile.ts'
import { supportWords } from './support-mark.ts'

export interface ChosenFact {
  /** The agent's name. */
  readonly agent: string
  readonly fact: CapabilityFact
}

/** Who says so: every statement about the cell that is pointed at, the deciding one first. */
export function EvidencePanel({ chosen, onClose }: { chosen: ChosenFact | undefined; onClose: () => void }) {
  if (chosen === undefined) return null
  const { agent, fact } = chosen
  const { shape, word } = supportWords[fact.support]
  return (
    <aside class="evidence" aria-label="Evidence" aria-live="polite">
      <button type="button" class="close" aria-label="Close the evidence" onClick={onClose}>
        ✕
      </button>
      <h3>
        {agent}: <code>{fact.id}</code>
      </h3>
      <p class={fact.support}>
        {shape} {word}
        {fact.value !== undefined && <code> {JSON.stringify(fact.value)}</code>}
      </p>
      {fact.evidence.length === 0 ? (
        <p>Nobody has said or seen anything of it.</p>
      ) : (
        <ol>
          {fact.evidence.map(({ source, support, at, agentVersion, model, origin, detail }, index) => (
            <li key={index}>
              <strong>{source}</strong>: {supportWords[support].word}
              {agentVersion !== undefined && `, version ${agentVersion}`}
              {model !== undefined && `, model ${model}`}
              {at !== undefined && `, ${at.slice(0, 10)}`}
              {origin !== undefined && <span class="origin">{origin}</span>}
              {detail !== undefined && <span class="origin">{detail}</span>}
            </li>
          ))}
        </ol>
      )}
    </aside>
  )
}
