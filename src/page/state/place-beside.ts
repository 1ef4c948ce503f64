/** A rectangle on the screen, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Size = Pick<Box, 'width' | 'height'>

const gap = 6
const margin = 8

/** The position of a panel below its anchor, or above it, within the screen. */
export function placeBeside(anchor: Box, panel: Size, screen: Size): Pick<Box, 'left' | 'top'> {
  const under = anchor.top + anchor.height + gap
  const over = anchor.top - gap - panel.height
  const fitsBelow = under + panel.height + margin <= screen.height
  return {
    left: within(anchor.left, screen.width - panel.width - margin),
    top: within(fitsBelow || over < margin ? under : over, screen.height - panel.height - margin),
  }
}

function within(value: number, most: number): number {
  return Math.max(margin, Math.min(value, most))
}
