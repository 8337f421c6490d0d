import type { InternalMessageView } from '@guiche/contract'
import { useChatPreview } from '../../features/internal-chats/use-chat-preview.ts'
import { useChatMessageActions } from './chat-message-actions.ts'
import styles from './chats-screen.module.css'

type Answered = NonNullable<InternalMessageView['replyTo']>

/** The beginning of what a message answers; pressing it leads there. */
export function AnsweredMessage({ answered }: { answered: Answered }) {
  const { jump } = useChatMessageActions()
  return (
    <button type="button" className={styles.answered} onClick={() => jump(answered.id)}>
      <AnsweredText answered={answered} />
    </button>
  )
}

export function AnsweredText({ answered }: { answered: Omit<Answered, 'id'> }) {
  const preview = useChatPreview()
  return (
    <>
      <b className="cut">{answered.sender.name}</b>
      <span className="cut">{preview(answered)}</span>
    </>
  )
}
