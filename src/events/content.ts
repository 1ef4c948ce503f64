import type { Extensible } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { UnknownPart } from './unknown-part.ts'

/** One piece of content of a message, a tool call or a summary. */
export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLinkContent
  | ResourceContent
  | UnknownPart

/** Hints on how to show or route a piece of content. */
export interface Annotations extends Extensible {
  /** The intended audience. */
  audience?: OpenValue<'user' | 'assistant'>[]
  /** Time of the last change of the resource, as ISO 8601 text. */
  lastModified?: string
  /** From 0, least important, to 1. */
  priority?: number
}

interface ContentBase extends Extensible {
  /** How to show or route it. */
  annotations?: Annotations
}

/** Text, plain or Markdown. */
export interface TextContent extends ContentBase {
  type: 'text'
  /** The text. */
  text: string
}

/** An image, inline. */
export interface ImageContent extends ContentBase {
  type: 'image'
  /** Base64 of the bytes. */
  data: string
  /** MIME type. */
  mimeType: string
  /** Address of the same image. */
  uri?: string
}

/** Audio, inline. */
export interface AudioContent extends ContentBase {
  type: 'audio'
  /** Base64 of the bytes. */
  data: string
  /** MIME type. */
  mimeType: string
}

/** A resource by its address; the reader may be able to fetch it. */
export interface ResourceLinkContent extends ContentBase {
  type: 'resource-link'
  /** Name of the resource. */
  name: string
  /** Its address. */
  uri: string
  /** Display name, if it differs from `name`. */
  title?: string
  /** Description for display. */
  description?: string
  /** Icons in several sizes. */
  icons?: Icon[]
  /** MIME type. */
  mimeType?: string
  /** In bytes. */
  size?: number
}

/** A resource with its contents inside. */
export interface ResourceContent extends ContentBase {
  type: 'resource'
  /** The contents. */
  resource: TextResource | BlobResource
}

/** Contents of a text resource. */
export interface TextResource extends Extensible {
  /** Its address. */
  uri: string
  /** The text. */
  text: string
  /** MIME type. */
  mimeType?: string
}

/** Contents of a binary resource. */
export interface BlobResource extends Extensible {
  /** Its address. */
  uri: string
  /** Base64 of the bytes. */
  blob: string
  /** MIME type. */
  mimeType?: string
}

/** An icon of a resource. */
export interface Icon extends Extensible {
  /** An `https:` or `data:` address. */
  src: string
  /** MIME type, if `src` does not give it. */
  mimeType?: string
  /** Sizes such as `48x48`, or `any`. */
  sizes?: string[]
  /** Background it is drawn for. */
  theme?: OpenValue<'light' | 'dark'>
}
