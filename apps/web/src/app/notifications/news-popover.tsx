import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ToolButton } from '../shell/tool-button.tsx'
import styles from './bell.module.css'

interface Props {
  title: string
  /** With the number of what is new, if there is any. */
  label: string
  icon: TablerIcon
  hasNews: boolean
  children: (close: () => void) => ReactNode
}

/** A button of the top bar that shows news in a list below it. */
export function NewsPopover({ title, label, icon, hasNews, children }: Props) {
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <Popover
      withOverlay
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton label={label} icon={icon} onClick={toggle} isPressed={opened} hasNews={hasNews} />
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={title}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
