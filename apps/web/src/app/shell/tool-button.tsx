import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import type { IconBell } from '@tabler/icons-react'

interface Props {
  label: string
  icon: typeof IconBell
  onClick: () => void
  /** Its popover is open. */
  isPressed?: boolean
  /** Something new is behind it. */
  hasNews?: boolean
}

/** One of the icons at the right of the top bar. */
export function ToolButton({ label, icon: Icon, onClick, isPressed, hasNews = false }: Props) {
  return (
    <Tooltip label={label} disabled={isPressed ?? false}>
      <ActionIcon aria-label={label} aria-expanded={isPressed} onClick={onClick}>
        <Indicator disabled={!hasNews} size={9} offset={2} color="green" withBorder>
          <Icon size={18} stroke={1.7} display="block" />
        </Indicator>
      </ActionIcon>
    </Tooltip>
  )
}
