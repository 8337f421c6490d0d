import type { Inbound } from '@guiche/channel'

export interface WritingVisitor {
  id: string
  name: string
  email: string
}

export interface VisitorFile {
  fileId: number
  mediaType: string
}

interface WrittenMessage {
  /** The id that the visitor's browser gave it. */
  id: string
  body: string
  file: VisitorFile | null
  quotedExternalId: string | null
}

type InboundOf<K extends Inbound['kind']> = Extract<Inbound, { kind: K }>

export function messageToInbound(
  visitor: WritingVisitor,
  { id, body, file, quotedExternalId }: WrittenMessage,
): InboundOf<'message'> {
  return {
    kind: 'message',
    from: { kind: 'visitor', value: visitor.id },
    name: visitor.name,
    email: visitor.email,
    externalId: externalIdOf(visitor.id, id),
    body,
    mediaType: file?.mediaType ?? 'conversation',
    ...(file && { media: { fileId: file.fileId } }),
    ...(quotedExternalId !== null && { quotedExternalId }),
  }
}

/** `upTo`: a visitor who has read one message has read all messages before it. */
export function ackToInbound(visitorId: string, { id, ack }: { id: string; ack: 2 | 3 }): InboundOf<'ack'> {
  return { kind: 'ack', externalId: id, ack, upTo: true, from: { kind: 'visitor', value: visitorId } }
}

/**
 * Visitors choose the ids of their messages. The visitor's own id comes first, so that no two visitors can use the same
 * one.
 */
export const externalIdOf = (visitorId: string, id: string): string => `${visitorId}.${id}`

/** The id that the visitor's browser gave the message. */
export const visitorsIdOf = (externalId: string): string => externalId.replace(/^[0-9a-f-]{36}\./, '')
