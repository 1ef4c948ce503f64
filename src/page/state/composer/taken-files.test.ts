import { expect, it } from 'vitest'
import { takenFiles } from './taken-files.ts'

const image = { name: 'a.png', type: 'image/png' }
const sound = { name: 'b.mp3', type: 'audio/mpeg' }
const modality = (name: 'image' | 'file') => ({ name, support: 'supported' as const, accept: '' })

it('accepts supported files and gives a reason for the others', () => {
  expect(takenFiles([image, sound], [modality('image')], 'Crew')).toEqual({
    taken: [image],
    refusals: ['b.mp3 not attached: Crew accepts no audio'],
  })
  const paper = { name: 'c.pdf', type: 'application/pdf' }
  expect(takenFiles([paper, image], [modality('file')], 'Crew')).toEqual({
    taken: [paper],
    refusals: ['a.png not attached: Crew accepts no images'],
  })
  expect(takenFiles([image], [], 'Crew')).toEqual({
    taken: [],
    refusals: ['a.png not attached: Crew accepts no images'],
  })
})
