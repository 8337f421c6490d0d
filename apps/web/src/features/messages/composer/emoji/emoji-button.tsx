import { ActionIcon, Loader, Popover, Tooltip } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'

const EmojiPicker = lazy(() => import('./emoji-picker.tsx').then((file) => ({ default: file.EmojiPicker })))

interface Props {
  onPick: (emoji: string) => void
  /** Called when the picker closes, with or without a pick. */
  onClosed: () => void
}

export function EmojiButton({ onPick, onClosed }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} onClose={onClosed} position="top-start" trapFocus>
      <Popover.Target>
        <Tooltip label={t('messages.composer.emoji')} disabled={isOpen}>
          <ActionIcon
            size={36}
            aria-label={t('messages.composer.emoji')}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconMoodSmile size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('messages.composer.emoji')}>
        <Suspense fallback={<Loader size="sm" m="xl" />}>
          <EmojiPicker
            onPick={(emoji) => {
              setIsOpen(false)
              onPick(emoji)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
