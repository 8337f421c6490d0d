import { ActionIcon, Drawer, Loader, Popover, Tooltip, rem } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textScale } from '../../../../lib/browser/text-scale.ts'
import { useIsPhone } from '../../../../ui/use-is-phone.ts'

const EmojiPicker = lazy(() => import('./emoji-picker.tsx').then((file) => ({ default: file.EmojiPicker })))

interface Props {
  onPick: (emoji: string) => void
  /** Called when the picker closes, with or without a pick. */
  onClosed: () => void
}

/** Opens the picker: over the composer, or as a sheet from the bottom of a phone. */
export function EmojiButton({ onPick, onClosed }: Props) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  /** Each opening begins anew, also one while the picker is still fading out. */
  const [openings, setOpenings] = useState(0)
  const label = t('messages.composer.emoji')
  const button = (
    <Tooltip label={label} disabled={isOpen}>
      <ActionIcon size={36} aria-label={label} aria-expanded={isOpen} onClick={toggle}>
        <IconMoodSmile size={20} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )

  function toggle() {
    if (!isOpen) setOpenings(openings + 1)
    setIsOpen(!isOpen)
  }

  function pick(emoji: string) {
    setIsOpen(false)
    onPick(emoji)
  }

  if (isPhone) {
    return (
      <>
        {button}
        <Drawer
          opened={isOpen}
          onClose={() => {
            setIsOpen(false)
            onClosed()
          }}
          position="bottom"
          styles={{ content: { height: 'auto', borderRadius: `${rem(16)} ${rem(16)} 0 0` } }}
          title={label}
          padding="xs"
          closeButtonProps={{ 'aria-label': t('ui.close'), size: 44 }}
        >
          <WholeWidth key={openings} onPick={pick} />
        </Drawer>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} onClose={onClosed} position="top-start" trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={6} aria-label={label}>
        <Suspense fallback={<Loader size="sm" m="xl" />}>
          <EmojiPicker key={openings} columns={9} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** As many columns of 44 px as fit between the edges of the sheet. */
function WholeWidth({ onPick }: { onPick: (emoji: string) => void }) {
  const { width } = useViewportSize()
  const columns = Math.floor((width / textScale() - 24) / 44)
  return (
    <Suspense fallback={<Loader size="sm" m="xl" />}>
      {width > 0 && <EmojiPicker columns={Math.max(4, columns)} onPick={onPick} />}
    </Suspense>
  )
}
