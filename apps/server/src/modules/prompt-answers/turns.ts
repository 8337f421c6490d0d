import type { SaidRow } from './history.repository.ts'
import type { Turn } from './models/models.ts'
import type { Session } from './session.ts'

/** What a model reads of a message that has no text. */
const placeholders: Readonly<Record<string, string>> = {
  image: '[imagem]',
  video: '[vídeo]',
  audio: '[áudio]',
  application: '[arquivo]',
  sticker: '[figurinha]',
  locationMessage: '[localização]',
  liveLocationMessage: '[localização]',
  contactMessage: '[contato]',
  contactsArrayMessage: '[contatos]',
}

export const textOrPlace = (text: string, mediaType: string): string =>
  text.trim() || (placeholders[mediaType] ?? '[mensagem sem texto]')

/** The talk before the current messages, with what was heard and read out. */
export function historyOf(rows: readonly SaidRow[], { heard, said }: Session): Turn[] {
  const heardIn = new Map(heard)
  const saidAfter = new Map(said)
  return rows.flatMap(({ id, from_me, body, media_type }): Turn[] => {
    // Answers that were read out follow the message that they answered.
    if (from_me)
      return media_type === 'audio' && body === ''
        ? []
        : [{ role: 'assistant', content: textOrPlace(body, media_type) }]
    const asked: Turn = { role: 'user', content: heardIn.get(id) ?? textOrPlace(body, media_type) }
    const answered = saidAfter.get(id)
    return answered === undefined ? [asked] : [asked, { role: 'assistant', content: answered }]
  })
}
