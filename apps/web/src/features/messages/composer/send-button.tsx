import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import { IconMicrophone, IconSend2 } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './composer.module.css'
import { say } from './say.ts'

interface Props {
  isPrivate: boolean
  /** There is nothing to send. */
  isEmpty: boolean
  /** Why the message cannot be sent; undefined if it can. */
  obstacle: string | undefined
  onSend: () => void
  /** Absent where voice messages are not possible. */
  onRecord: (() => void) | undefined
  /** True while the browser asks for permission to use the microphone. */
  isAsking: boolean
  button: RefObject<HTMLButtonElement | null>
}

/** Sends, or records when there is nothing to send. One button for both, so that it keeps the focus. */
export function SendButton({ isPrivate, isEmpty, obstacle, onSend, onRecord, isAsking, button }: Props) {
  const { t } = useTranslation()
  const isReady = obstacle === undefined
  const records = onRecord !== undefined && !isReady && isEmpty
  const action = t(isPrivate ? 'messages.composer.keepNote' : 'messages.composer.send')
  const label = records ? t('messages.voice.record') : action

  function press(clicks: number) {
    if (isReady) onSend()
    else if (!isEmpty) say(obstacle)
    // The second click of a double click that sent a message must not start a recording.
    else if (records && clicks < 2) onRecord()
  }

  return (
    <Tooltip label={records ? label : (obstacle ?? t('messages.composer.withEnter', { action }))}>
      <ActionIcon
        ref={button}
        size={36}
        radius="xl"
        variant={isReady ? 'filled' : 'subtle'}
        color={isReady && !isPrivate ? 'green' : 'gray'}
        className={styles.send ?? ''}
        data-ready={isReady}
        aria-label={label}
        aria-disabled={!isReady && !records}
        aria-busy={isAsking}
        onClick={({ detail }) => press(detail)}
      >
        {isAsking ? <Loader size={18} /> : <SendIcon records={records} />}
      </ActionIcon>
    </Tooltip>
  )
}

const SendIcon = ({ records }: { records: boolean }) =>
  records ? <IconMicrophone size={20} stroke={1.7} /> : <IconSend2 size={18} stroke={1.8} />
