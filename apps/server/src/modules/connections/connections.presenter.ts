import { type ConnectionView, ConnectionStatus, EndReason } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { isoTime } from '#platform/iso-time'
import { maskedEnding } from '#platform/security/masked'
import { presentImport } from './present-import.ts'
import type { ConnectionRow } from './connections.repository.ts'

interface Viewer {
  /** Only admins see the code that links a phone, and never in lists or in events for everybody (S63). */
  showsCode: boolean
}

export function presentConnection(row: ConnectionRow, { showsCode }: Viewer): ConnectionView {
  const { webChat, ...texts } = row.settings
  const { shownAs, provider } = factsOf(row.channel)
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    channel: shownAs,
    status: statusOf(row.status),
    number: row.number ?? '',
    qrcode: showsCode ? (row.qrcode ?? '') : '',
    qrcodeSeconds: showsCode ? (row.qrcode_seconds ?? 0) : 0,
    retries: row.retries ?? 0,
    endReason: EndReason.safeParse(row.end_reason).data ?? null,
    phoneMove: moveOf(row),
    officialId: row.official_id,
    sendingLimit: limitOf(row),
    isDefault: row.is_default,
    provider,
    isOnPhone: row.is_on_phone,
    token: tokenOf(row),
    ...texts,
    greetingMediaAttachment: row.greeting_file?.name ?? null,
    expiresTicket: row.idle_close_minutes,
    expiresTicketNPS: row.rating_close_minutes,
    timeInactiveMessage: row.idle_warning_minutes,
    timeSendQueue: row.redirect_minutes,
    sendIdQueue: row.redirect_queue_id,
    timeCreateNewTicket: row.reopen_minutes,
    allowGroup: row.allows_groups,
    groupAsTicket: row.group_as_ticket ? 'enabled' : 'disabled',
    ...presentImport(row),
    integrationId: row.integration_id,
    promptId: row.prompt_id,
    prompt: row.prompt,
    wavoip: row.call_token_ending === null ? null : maskedEnding(row.call_token_ending),
    schedules: row.opening_hours,
    webChat,
    queues: row.queues,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** Whole for web chats, whose token is part of their public address; all others are secret (S63). */
function tokenOf({ channel, token, token_ending }: ConnectionRow): string {
  if (factsOf(channel).hasVisitors) return token
  return token_ending === null ? '' : maskedEnding(token_ending)
}

function moveOf({ moving, moving_ended }: ConnectionRow): ConnectionView['phoneMove'] {
  if (moving === null) return null
  const hasEnded = moving === 'disconnected' || moving === 'passkey'
  return { state: hasEnded ? 'ended' : moving, reason: EndReason.safeParse(moving_ended).data ?? null }
}

const limitOf = ({ sending_limit: limit }: ConnectionRow): ConnectionView['sendingLimit'] =>
  limit && { scope: limit.scope, until: isoTime(new Date(limit.until)) }

/** In the API all statuses but `qrcode` are in capitals. */
const statusOf = (stored: string) => ConnectionStatus.parse(stored === 'qrcode' ? stored : stored.toUpperCase())
