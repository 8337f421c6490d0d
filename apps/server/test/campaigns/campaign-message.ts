import { randomUUID } from 'node:crypto'
import { findOrCreateConversations } from '#modules/conversations'
import { postCampaignMessages } from '#modules/messages'
import type { Company, World } from '#test/world'
import { phone } from '../inbound.ts'

interface CampaignMessage {
  id: number
  externalId: string
  conversationId: number
}

/** Stores a message to somebody who has no ticket, as a campaign does. */
export function campaignMessage(
  { app: { deps } }: World,
  { id: companyId }: Company,
  { connectionId, number, body, fileId }: { connectionId: number; number: string; body: string; fileId?: number },
): Promise<CampaignMessage> {
  const externalId = randomUUID()
  return deps.units.run({ kind: 'campaign', companyId, campaignId: 1 }, async (ctx) => {
    const sender = { connectionId, from: phone(number), aliases: [], name: 'Rita', email: '', isGroup: false }
    const [place] = await findOrCreateConversations(ctx, [sender])
    if (!place) throw new Error('there is no conversation')
    const { conversationId } = place
    const [id] = await postCampaignMessages(ctx, [
      {
        place: { id: null, status: null, conversation_id: conversationId, connection_id: connectionId },
        externalId,
        body,
        ...(fileId !== undefined && { content: { fileId, mediaType: 'image' } }),
        due: new Date(),
      },
    ])
    if (id === undefined) throw new Error('the message was not stored')
    return { id, externalId, conversationId }
  })
}
