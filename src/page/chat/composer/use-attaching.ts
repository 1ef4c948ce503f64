import { useState } from 'preact/hooks'
import { type Modality, partOf } from '../../state/chat-features.ts'
import { takenFiles } from '../../state/composer/taken-files.ts'
import type { Draft } from './use-draft.ts'

interface Attaching {
  /** Attaches the files that the agent accepts. */
  readonly take: (files: readonly File[]) => void
  /** Why files were not attached. */
  readonly note: string
  readonly clearNote: () => void
  /** Files are held over the message box. */
  readonly isDropTarget: boolean
  readonly dropHandlers: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

interface AttachOptions {
  readonly draft: Draft
  readonly modalities: readonly Modality[]
  /** Name of the agent. */
  readonly name: string
}

/** Files that are chosen, pasted or dropped become attachments of the draft. */
export function useAttaching({ draft, modalities, name }: AttachOptions): Attaching {
  const [note, setNote] = useState('')
  const [isDropTarget, setDropTarget] = useState(false)
  const attach = async (files: readonly File[]): Promise<void> => {
    const { taken, refusals } = takenFiles(files, modalities, name)
    setNote(refusals.join('. '))
    const added = await Promise.all(taken.map(async (file) => partOf(file, await readBase64(file))))
    if (added.length > 0) draft.add({ text: '', parts: added })
  }
  const take = (files: readonly File[]): void => {
    attach(files).catch(() => setNote('The file cannot be read'))
  }
  return {
    take,
    note,
    clearNote: () => setNote(''),
    isDropTarget,
    dropHandlers: {
      onDragOver: (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setDropTarget(true)
      },
      onDragLeave: () => setDropTarget(false),
      onDrop: (event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        setDropTarget(false)
        // Dropped text goes into the message box by itself.
        if (files.length === 0) return
        event.preventDefault()
        take(files)
      },
    },
  }
}

/** The content of a file in base64. */
async function readBase64(file: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = reader.result as string
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}
