import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CapabilityFact } from '../../capabilities/profile.ts'
import { Icon } from '../icon.tsx'
import { placeBeside } from '../state/place-beside.ts'
import { scopeText } from '../../capabilities/scope.ts'
import { SupportMark, supportLabel } from './support-mark.tsx'

export interface ChosenFact {
  /** The agent's name. */
  readonly agent: string
  readonly fact: CapabilityFact
  /** The panel is placed beside this cell. */
  readonly cell: Element
  /** Pointer position if the cell is only hovered over; undefined if it was selected. */
  readonly pointedAt?: { readonly x: number; readonly y: number }
}

interface PanelProps {
  readonly chosen: ChosenFact
  readonly onClose: () => void
  readonly onEnter: () => void
  readonly onLeave: () => void
}

/** All evidence of a cell, the deciding entry first. */
export function EvidencePanel({ chosen, onClose, onEnter, onLeave }: PanelProps) {
  const { agent, fact, cell } = chosen
  const panel = useRef<HTMLElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const follow = (): void => {
      if (panel.current === null) return
      const { offsetWidth: width, offsetHeight: height } = panel.current
      const screen = { width: innerWidth, height: innerHeight }
      setPlace(placeBeside(cell.getBoundingClientRect(), { width, height }, screen))
    }
    follow()
    addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', follow)
    }
  }, [fact, cell])
  return (
    <aside
      ref={panel}
      class="evidence"
      aria-label="Evidence"
      aria-live="polite"
      style={{ '--left': `${place.left}px`, '--top': `${place.top}px` }}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
    >
      <div class="evidence-head">
        <h3>
          {agent} <code>{fact.id}</code>
        </h3>
        <button type="button" class="plain" aria-label="Close the evidence" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p>
        <SupportMark support={fact.support} />
        {fact.value !== undefined && <code class="value">{JSON.stringify(fact.value)}</code>}
      </p>
      {fact.evidence.length === 0 ? (
        <p class="quiet">No evidence yet.</p>
      ) : (
        <ol>
          {fact.evidence.map(
            ({ source, support, at, agentVersion, model, origin, detail, scope = {} }, index) => (
              <li key={index}>
                <strong>{source}</strong> {supportLabel(support)}
                <span class="origin">
                  {[
                    agentVersion === undefined ? undefined : `version ${agentVersion}`,
                    model === undefined ? undefined : `model ${model}`,
                    scopeText(scope),
                    at?.slice(0, 10),
                    origin,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {detail !== undefined && <span class="origin">{detail}</span>}
              </li>
            ),
          )}
        </ol>
      )}
    </aside>
  )
}
