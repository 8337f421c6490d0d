import { z } from 'zod'
import { type Upload, answerMsFor, formOf } from '../graph/form.ts'
import type { GraphClient } from '../graph/graph-client.ts'
import type { FileKind } from './file-kind.ts'

/** Who writes to whom, and how. */
export interface Sending {
  pageId: string
  token: string
  /** The person's id for this page or account. */
  personId: string
  /** Comes back with the echo, and tells which message of ours it was. */
  metadata: string
  /** The network's id of the message that is replied to. */
  replyTo?: string | undefined
  /** After the usual window: a person has written this. */
  isLate?: boolean | undefined
}

export type PageContent =
  /** `quickReplies`: answers to tap, shown until the customer writes. */
  | { text: string; quickReplies?: readonly { title: string; payload: string }[] | undefined }
  /** The network fetches it. */
  | { kind: FileKind; url: string }
  | { kind: FileKind; upload: Upload }

const Answer = z.object({ message_id: z.string().min(1) })
const Done = z.object({ recipient_id: z.string().optional() })

/** Sends one message. Returns the id that the network gave it. */
export async function sendPart(graph: GraphClient, sending: Sending, content: PageContent): Promise<string> {
  const { pageId, token, personId, metadata, replyTo, isLate } = sending
  const envelope = {
    recipient: { id: personId },
    ...(isLate ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
    ...(replyTo !== undefined && { reply_to: { mid: replyTo } }),
  }
  const call = { method: 'POST', path: pathOf(pageId), token, what: 'send a message' } as const
  const message = { ...messageOf(content), metadata }
  if (!('upload' in content)) {
    const answer = await graph.call({ ...call, json: { ...envelope, message } }, Answer)
    return answer.message_id
  }
  const form = formOf({ ...envelope, message }, { field: 'filedata', upload: content.upload })
  const answerMs = answerMsFor(content.upload)
  return (await graph.call({ ...call, form, answerMs }, Answer)).message_id
}

export type SenderAction =
  | { action: 'typing_on' | 'typing_off' | 'mark_seen' }
  | { action: 'react'; messageId: string; reaction: string }
  | { action: 'unreact'; messageId: string }

export async function act(
  graph: GraphClient,
  { pageId, token, personId }: Pick<Sending, 'pageId' | 'token' | 'personId'>,
  done: SenderAction,
): Promise<void> {
  const json = {
    recipient: { id: personId },
    sender_action: done.action,
    ...('messageId' in done && {
      payload: { message_id: done.messageId, ...('reaction' in done && { reaction: done.reaction }) },
    }),
  }
  await graph.call({ method: 'POST', path: pathOf(pageId), token, json, what: `do ${done.action}` }, Done)
}

const pathOf = (pageId: string) => `/${encodeURIComponent(pageId)}/messages`

function messageOf(content: PageContent) {
  if ('text' in content) {
    const replies = content.quickReplies?.map((reply) => ({ content_type: 'text', ...reply }))
    return { text: content.text, ...(replies && { quick_replies: replies }) }
  }
  const payload = 'url' in content ? { url: content.url, is_reusable: false } : { is_reusable: false }
  return { attachment: { type: content.kind, payload } }
}
