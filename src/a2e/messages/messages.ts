import type { FilledFields, MessageFields, Replies, RequestEvents } from './message-fields.ts'

/** Every published type of message. */
export type MessageType = keyof MessageFields

/** The types an agent may send and get an answer to. */
export type RequestType = keyof Replies

/** The requests that plugins serve; the host itself serves the others. */
export type PluginRequestType = Exclude<RequestType, 'handshake/req' | 'ping'>

/** What a host may send that answers nothing. */
export type PushType = 'env/state/push' | 'proc/read/event' | 'invoke/event'

/** What every message has around its fields. */
export interface Envelope {
  /** 32 hexadecimal digits, made by the sender. */
  id: string
  /** The version of the protocol, under the name the reference client sends it by. */
  version: string
  /** The same, under the name it is documented by. */
  a2e: string
  /** Seconds since 1970. */
  ts: number
}

/** The fields of a message as its sender gives them: what has a default may be left out. */
export type Fields<Type extends MessageType> = MessageFields[Type]

/** The fields of a message as a plugin or a client gets them: defaults are filled in. */
export type Received<Type extends MessageType> = MessageFields[Type] &
  Required<Pick<MessageFields[Type], FilledFields[Type] & keyof MessageFields[Type]>>

/** A request as a plugin gets it. */
export type Request<Type extends RequestType> = { type: Type; id: string } & Received<Type>

/** The fields of the answer to a request. */
export type ResponseFields<Type extends RequestType> = Fields<Replies[Type]>

/** An answer as a client gets it. */
export type Response<Type extends RequestType> = {
  type: Replies[Type]
  id: string
  req_id: string
} & Received<Replies[Type]>

/** The fields of an event of a request; the host numbers it and says which request it belongs to. */
export type EventFields<Type extends RequestType> = Omit<Fields<RequestEvents[Type]>, 'seq'>

/** An event as a client gets it. */
export type RequestEvent<Type extends RequestType> = {
  type: RequestEvents[Type]
  id: string
  req_id: string
} & Received<RequestEvents[Type]>
