import type { VerificationReport } from '../report.ts'
import { escapeText } from './escape.ts'

const characterWidth = 6.6
const padding = 7

/** A badge as SVG: how many of the applicable checks were verified. */
export function badge({ agents }: VerificationReport): string {
  const sum = (result: 'verified' | 'refuted' | 'not-tried'): number =>
    agents.reduce((total, { counts }) => total + counts[result], 0)
  const [verified, refuted, untried] = [sum('verified'), sum('refuted'), sum('not-tried')]
  const text = `${verified} of ${verified + refuted + untried}`
  // Dark enough for white text.
  const color = refuted > 0 ? '#b3261e' : untried > 0 ? '#8a5a00' : '#1a7f37'
  const label = 'verified'
  const [left, right] = [widthOf(label), widthOf(text)]
  const title = escapeText(`${label} ${text}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
  <title>${title}</title>
  <rect width="${left + right}" height="20" rx="3" fill="#444"/>
  <path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${color}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${label}</text>
    <text x="${left + right / 2}" y="14">${text}</text>
  </g>
</svg>
`
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth + 2 * padding)
}
