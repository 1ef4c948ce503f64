/** A place on the screen, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Size = Pick<Box, 'width' | 'height'>

const gap = 6
const margin = 8

/** Where a panel goes so that it stands under what it is about, or over it, and within the screen. */
export function placeBeside(about: Box, panel: Size, screen: Size): Pick<Box, 'left' | 'top'> {
  const under = about.top + about.height + gap
  const over = about.top - gap - panel.height
  const hasRoom = under + panel.height + margin <= screen.height
  return {
    left: within(about.left, screen.width - panel.width - margin),
    top: within(hasRoom || over < margin ? under : over, screen.height - panel.height - margin),
  }
}

function within(value: number, most: number): number {
  return Math.max(margin, Math.min(value, most))
}
