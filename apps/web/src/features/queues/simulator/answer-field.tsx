import { type CustomerMedia, limits } from '@guiche/contract'
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconMicrophone, IconPlus, IconSend2, IconSticker, IconVideo } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './simulator.module.css'

interface Props {
  isOff: boolean
  /** No more steps are possible. */
  isFull: boolean
  onSay: (step: { text: string; media?: CustomerMedia }) => void
}

const media = [
  ['audio', IconMicrophone],
  ['video', IconVideo],
  ['other', IconSticker],
] as const

/** Answers as the customer. It is no form: it is inside of that of the queue. */
export function AnswerField({ isOff, isFull, onSay }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')

  function send() {
    if (text.trim() === '' || isOff) return
    onSay({ text })
    setText('')
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    send()
  }

  return (
    <footer className={styles.answer}>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon size={32} aria-label={t('queues.simulator.other')} disabled={isOff}>
            <IconPlus size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {media.map(([kind, Icon]) => (
            <Menu.Item key={kind} leftSection={<Icon size={16} />} onClick={() => onSay({ text: '', media: kind })}>
              {t(`queues.simulator.media.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TextInput
        className={styles.field}
        size="sm"
        aria-label={t('queues.simulator.answer')}
        placeholder={t(isFull ? 'queues.simulator.full' : 'queues.simulator.placeholder')}
        value={text}
        maxLength={limits.visitorText}
        disabled={isOff}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={sendByKey}
      />
      <ActionIcon
        size={32}
        radius="xl"
        variant="filled"
        color="green"
        aria-label={t('queues.simulator.send')}
        disabled={isOff || text.trim() === ''}
        onClick={send}
      >
        <IconSend2 size={17} />
      </ActionIcon>
    </footer>
  )
}
