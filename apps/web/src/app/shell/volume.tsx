import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconVolume, IconVolume2, IconVolume3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { volume } from '../../lib/browser/sound.ts'
import { ToolButton } from './tool-button.tsx'

const VolumeSlider = lazy(() =>
  import('./volume-slider.tsx').then(({ VolumeSlider: component }) => ({ default: component })),
)

/** The volume of notifications, stored in this browser (docs/requirements/workspace.md, section 9). */
export function Volume() {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure()
  const [value, setValue] = useState(volume)

  return (
    <Popover
      withOverlay
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom"
      width={220}
      returnFocus
    >
      <Popover.Target>
        <ToolButton label={t('shell.volume')} icon={iconOf(value)} onClick={toggle} isPressed={opened} />
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <VolumeSlider value={value} onChange={setValue} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function iconOf(value: number) {
  if (value === 0) return IconVolume3
  return value < 0.5 ? IconVolume2 : IconVolume
}
