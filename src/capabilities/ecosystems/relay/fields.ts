import { type Field, fieldTable } from '../../conversion/field-table.ts'
import { deliveryModes, sessionEventTypes } from './types.ts'

export const fields: readonly Field[] = /* @__PURE__ */ fieldTable({
  support: {
    messaging: {
      receive: 'messaging.receive',
      send: 'messaging.send',
    },
    delivery: {
      queue: 'delivery.queue',
    },
    actions: {
      invoke: 'actions.invoke',
      expose: 'actions.expose',
    },
    lifecycle: {
      release: 'lifecycle.release',
      pause: 'lifecycle.pause',
      resume: 'lifecycle.resume',
      fork: 'session.fork',
      snapshot: 'lifecycle.snapshot',
    },
  },
})

/** A field with a list of names, each with its own capability. */
export interface NameList {
  readonly path: string
  readonly names: readonly string[]
  readonly idOf: (name: string) => string
}

/** Relay lists text among attachments; the text of a prompt, which every session accepts, is another capability. */
export const attachmentList: NameList = {
  path: 'messaging.attachments',
  names: ['text', 'image'],
  idOf: (name) => (name === 'image' ? 'prompt.image' : `relay.${name}-attachments`),
}

export const modeList: NameList = {
  path: 'delivery.modes',
  names: deliveryModes,
  idOf: (name) => `delivery.${name}`,
}

export const eventList: NameList = {
  path: 'events.emits',
  names: sessionEventTypes,
  idOf: (name) => `events.${name}`,
}

export const nameLists: readonly NameList[] = [attachmentList, modeList, eventList]
