import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { serveFiles } from '#modules/media'
import type { Sessions } from '#modules/sessions'
import { createMayRead } from './may-read-file.ts'
import { messagesLive } from './messages.live.ts'
import { messageRoutes } from './messages.routes.ts'
import { showAsFound } from './show-as-found.ts'

export { deleteMessage, reactAsBot } from './change-message.ts'
export { removeCampaignMessages, stopCampaignMessages } from './unsent/campaign-messages.ts'
export {
  type AutomaticMessage,
  automaticLimit,
  postAutomaticMessage,
  postAutomaticMessages,
} from './post-automatic-message.ts'
export {
  type Call,
  type MessageRow,
  findMessages,
  findTicketOf,
  giveFile,
  keepCall,
  keepDeletion,
  keepEdit,
  previewOf,
} from './messages.repository.ts'
export { hidesText } from './messages.presenter.ts'
export { shownBody } from './shown-body.ts'
export { type MessageContent, contentOfTemplate, templateContent } from './body/message-content.ts'
export { assertInWindow } from './window/assert-in-window.ts'
export { type Place, assertMayWrite, insertPosted, postCampaignMessages } from './post-message.ts'
export { addOldReactions, react } from './reactions.ts'
export { signatureOf } from './body/signature.ts'
export { valuesOf, valuesWithoutTicket } from './body/variables.ts'

interface Wiring {
  channels: Channels
  sessions: Pick<Sessions, 'recognizeCookie'>
}

export function registerMessages(deps: Deps, { channels, sessions }: Wiring): void {
  messageRoutes(deps, channels)
  messagesLive(deps)
  deps.followers.within('media.ready', (ctx, { fileId }) => showAsFound(ctx, fileId))
  serveFiles(deps, createMayRead(deps.units, sessions.recognizeCookie))
}
