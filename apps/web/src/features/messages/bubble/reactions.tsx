import type { MessageView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useMessageActions } from '../message-actions.ts'
import styles from './message-bubble.module.css'

/** At the lower left of the bubble. Pressing one's own reaction removes it. */
export function Reactions({ message }: { message: MessageView }) {
  const { t } = useTranslation()
  const { react, canWrite, refuses } = useMessageActions()
  if (message.reactions.length === 0) return null
  const counted = Map.groupBy(message.reactions, ({ emoji }) => emoji)

  return (
    <span className={styles.reactions}>
      {[...counted].slice(0, 6).map(([emoji, reactions]) => {
        const isOwn = reactions.some(({ fromMe }) => fromMe)
        const label = t(isOwn ? 'messages.reaction.own' : 'messages.reaction.theirs', {
          emoji,
          count: reactions.length,
        })
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-label={label}
            title={label}
            disabled={!canWrite || refuses.includes('reactions')}
            onClick={() => react(message, isOwn ? '' : emoji)}
          >
            {emoji} {reactions.length > 1 && reactions.length}
          </button>
        )
      })}
    </span>
  )
}
