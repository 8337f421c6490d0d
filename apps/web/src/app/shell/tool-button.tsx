import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import type { IconBell } from '@tabler/icons-react'
import type { Ref } from 'react'

interface Props {
  label: string
  icon: typeof IconBell
  onClick: () => void
  /** True while its popover is open. */
  isPressed?: boolean
  /** Shows a dot for new content. */
  hasNews?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** An icon button of the top bar. `rest` has the props that a popover gives to its target. */
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
