import type { MessageView } from '@guiche/contract'
import { IconQuestionMark } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AudioPlayer } from './audio/audio-player.tsx'
import { CallIcon } from './call.tsx'
import { ContactCards } from './contact-cards.tsx'
import { DocumentFile } from './document-file.tsx'
import { FileState } from './file-state.tsx'
import { LocationCard } from './place/location-card.tsx'
import styles from './message-content.module.css'
import { type Kind, reasonOf } from '../message-kind.ts'
import { Picture } from './picture.tsx'
import { Video } from './video/video.tsx'

/** The part of a message above its text: media, a card, or nothing. */
export function MessageContent({ message, kind }: { message: MessageView; kind: Kind }) {
  const { t } = useTranslation()
  const { mediaUrl, mediaState } = message
  if (message.isDeleted && mediaUrl === null) return null
  if (mediaState === 'waiting' || mediaState === 'failed') return <FileState message={message} state={mediaState} />

  switch (kind) {
    case 'text':
      return null
    case 'image':
      return mediaUrl ? <Picture message={message} url={mediaUrl} /> : null
    case 'sticker':
      return mediaUrl ? (
        <img className={styles.sticker} src={mediaUrl} alt={t('messages.kind.sticker')} loading="lazy" />
      ) : null
    case 'video':
      return mediaUrl ? <Video message={message} url={mediaUrl} /> : null
    case 'audio':
      return mediaUrl ? (
        <AudioPlayer
          url={mediaUrl}
          name={message.mediaName}
          size={message.mediaSize}
          seconds={message.mediaSeconds}
          wave={message.mediaWave}
        />
      ) : null
    case 'document':
      return mediaUrl ? (
        <DocumentFile url={mediaUrl} name={message.mediaName} size={message.mediaSize} pages={message.mediaPages} />
      ) : null
    case 'location':
      return <LocationCard body={message.body} />
    case 'contact':
      return <ContactCards body={message.body} />
    case 'call':
      return (
        <CallIcon
          message={message}
          className={styles.sign ?? ''}
          size={15}
          stroke={1.8}
          role="img"
          aria-label={t('messages.kind.call')}
        />
      )
    case 'unknown':
      return mediaUrl ? (
        <DocumentFile url={mediaUrl} name={message.mediaName} size={message.mediaSize} />
      ) : (
        <p className={styles.unknown}>
          <IconQuestionMark size={15} stroke={1.8} aria-hidden /> {t(`messages.kind.${reasonOf(message)}`)}
        </p>
      )
  }
}
