import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComposerExtension } from './extension.ts'

interface Props {
  extensions: readonly ComposerExtension[]
  isOn: boolean
  onPress: (text: string) => void
}

/** The buttons of those extensions that have one. */
export function ExtensionButtons({ extensions, isOn, onPress }: Props) {
  return extensions.flatMap(({ id, button }) =>
    button ? (
      <Tooltip key={id} label={button.label}>
        <ActionIcon
          size={36}
          aria-label={button.label}
          disabled={!isOn}
          bg="transparent"
          onClick={() => onPress(button.text)}
        >
          {button.icon}
        </ActionIcon>
      </Tooltip>
    ) : (
      []
    ),
  )
}
