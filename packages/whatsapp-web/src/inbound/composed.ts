import type { proto } from '@whiskeysockets/baileys'

/** A text with a header, footer or answers to tap. Phones do not write such messages; programs that have the number do. */
export interface Composed {
  /** The name of its field. */
  type: 'templateMessage' | 'buttonsMessage' | 'interactiveMessage' | 'listMessage'
  /** Header, text and footer, one below the other. */
  body: string
  /** Has the file of the header, if there is one. */
  header: proto.IMessage
}

type Words = (string | null | undefined)[]

export function composedIn({
  templateMessage,
  buttonsMessage,
  interactiveMessage,
  listMessage,
}: proto.IMessage): Composed | undefined {
  const rows = templateMessage?.hydratedFourRowTemplate ?? templateMessage?.hydratedTemplate
  if (rows)
    return composed(
      'templateMessage',
      [rows.hydratedTitleText, rows.hydratedContentText, rows.hydratedFooterText],
      rows,
    )
  if (buttonsMessage) {
    const { text, contentText, footerText } = buttonsMessage
    return composed('buttonsMessage', [text, contentText, footerText], buttonsMessage)
  }
  const interactive = interactiveMessage ?? templateMessage?.interactiveMessageTemplate
  if (interactive) {
    const { header, body, footer } = interactive
    return composed('interactiveMessage', [header?.title, body?.text, footer?.text], header)
  }
  if (listMessage) return composed('listMessage', [listMessage.title, listMessage.description, listMessage.footerText])
  return undefined
}

function composed(type: Composed['type'], words: Words, header: Files | null = {}): Composed {
  const { imageMessage = null, videoMessage = null, documentMessage = null } = header ?? {}
  return { type, body: words.filter(Boolean).join('\n'), header: { imageMessage, videoMessage, documentMessage } }
}

type Files = Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage'>
