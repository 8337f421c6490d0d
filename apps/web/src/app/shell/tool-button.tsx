import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import type { IconBell } from '@tabler/icons-react'
import type { Ref } from 'react'

interface Props {
  label: string
  icon: typeof IconBell
  onClick: () => void
  /** Its popover is open. */
  isPressed?: boolean
  /** Something new is behind it. */
  hasNews?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** One of the icons at the right of the top bar. What a popover tells the button that opens it is in the rest. */
export function ToolButton({ label, icon: Icon, isPressed, hasNews = false, ...rest }: Props) {
  return (
    <Tooltip label={label} disabled={isPressed ?? false}>
      <ActionIcon {...rest} aria-label={label}>
        <Indicator disabled={!hasNews} size={9} offset={2} color="green" withBorder>
          <Icon size={18} stroke={1.7} display="block" />
        </Indicator>
      </ActionIcon>
    </Tooltip>
  )
}
