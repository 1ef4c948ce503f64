import type { Modality } from '../chat-features.ts'

interface NamedFile {
  readonly name: string
  readonly type: string
}

/** Splits pasted or dropped files: files that the agent accepts, and the reason for each other file. */
export function takenFiles<File extends NamedFile>(
  files: readonly File[],
  modalities: readonly Modality[],
  agent: string,
): { taken: File[]; refusals: string[] } {
  const names = new Set(modalities.map(({ name }) => name))
  const isTaken = ({ type }: NamedFile): boolean => {
    const kind = kindOf(type)
    // The gateway sends videos and PDFs as files.
    return names.has(kind) || (names.has('file') && kind !== 'image' && kind !== 'audio')
  }
  const refused = files.filter((file) => !isTaken(file))
  return {
    taken: files.filter(isTaken),
    refusals: refused.map(
      ({ name, type }) => `${name} not attached: ${agent} accepts no ${plural[kindOf(type)]}`,
    ),
  }
}

const plural: Readonly<Record<Modality['name'], string>> = {
  image: 'images',
  audio: 'audio',
  video: 'video',
  pdf: 'PDFs',
  file: 'files',
}

function kindOf(type: string): Modality['name'] {
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind
  return type === 'application/pdf' ? 'pdf' : 'file'
}
