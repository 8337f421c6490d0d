import { ActionIcon, Tooltip } from '@mantine/core'
import type { IconBell } from '@tabler/icons-react'

interface Props {
  label: string
  icon: typeof IconBell
  onClick: () => void
  /** Its popover is open. */
  isPressed?: boolean
}

/** One of the icons at the right of the top bar. */
export function ToolButton({ label, icon: Icon, onClick, isPressed }: Props) {
  return (
    <Tooltip label={label} disabled={isPressed ?? false}>
      <ActionIcon aria-label={label} aria-expanded={isPressed} onClick={onClick}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
