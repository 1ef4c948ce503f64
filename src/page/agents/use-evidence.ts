import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ChosenFact } from './evidence-panel.tsx'

export interface Evidence {
  readonly chosen: ChosenFact | undefined
  readonly choose: (fact: ChosenFact) => void
  readonly close: () => void
  /** The pointer is on the evidence itself. */
  readonly stay: () => void
  /** The pointer has left the table or the evidence. */
  readonly leave: () => void
}

/** Long enough to get from a cell to its evidence. */
const graceMs = 250

/** The evidence that is shown: what was only pointed at goes with the pointer, what was chosen stays until it is closed. */
export function useEvidence(): Evidence {
  const [chosen, setChosen] = useState<ChosenFact>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = useCallback(() => clearTimeout(timer.current), [])
  const pointer = useRef({ x: -1, y: -1 })
  /** Where the pointer was when the evidence was closed: the cell that is under it then was not pointed at. */
  const closedAt = useRef<{ x: number; y: number }>(undefined)
  const choose = useCallback(
    (fact: ChosenFact) => {
      const { pointedAt } = fact
      const { current: closed } = closedAt
      if (pointedAt !== undefined && closed?.x === pointedAt.x && closed.y === pointedAt.y) return
      stay()
      setChosen(fact)
    },
    [stay],
  )
  const close = useCallback(() => {
    stay()
    closedAt.current = pointer.current
    setChosen(undefined)
  }, [stay])
  const leave = useCallback(() => {
    stay()
    timer.current = setTimeout(
      () => setChosen((shown) => (shown?.pointedAt === undefined ? shown : undefined)),
      graceMs,
    )
  }, [stay])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close()
    }
    const onPointerDown = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest('.cell, .evidence') === null) close()
    }
    const onMove = ({ clientX: x, clientY: y }: MouseEvent): void => {
      pointer.current = { x, y }
    }
    addEventListener('mousemove', onMove)
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', onPointerDown)
    return () => {
      stay()
      removeEventListener('mousemove', onMove)
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', onPointerDown)
    }
  }, [close, stay])
  return { chosen, choose, close, stay, leave }
}
