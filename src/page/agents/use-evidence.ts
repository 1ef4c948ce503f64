import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ChosenFact } from './evidence-panel.tsx'

export interface Evidence {
  readonly chosen: ChosenFact | undefined
  readonly choose: (fact: ChosenFact) => void
  readonly close: () => void
  /** The pointer entered the evidence panel. */
  readonly stay: () => void
  /** The pointer left the table or the panel. */
  readonly leave: () => void
}

/** Time to move the pointer from a cell to the panel. */
const graceMs = 250

/** The evidence on screen: a hovered cell's goes away with the pointer, a selected cell's stays until it is closed. */
export function useEvidence(): Evidence {
  const [chosen, setChosen] = useState<ChosenFact>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = useCallback(() => clearTimeout(timer.current), [])
  const pointer = useRef({ x: -1, y: -1 })
  /** Pointer position when the panel was closed: the cell that appears under it was not hovered over. */
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
