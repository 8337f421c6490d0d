import { Popover, Slider } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconVolume, IconVolume2, IconVolume3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playNotice, volume } from '../../lib/sound.ts'
import { storage } from '../../lib/storage.ts'
import { ToolButton } from './tool-button.tsx'

/** How loud notices are: 0 to 1 in steps of 0.1, kept in this browser (specification part 1, section 9). */
export function Volume() {
  const { t, i18n } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure()
  const [value, setValue] = useState(volume)
  const label = t('shell.volume')
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })

  return (
    <Popover opened={opened} onChange={(isOpen) => !isOpen && close()} position="bottom" width={220} trapFocus>
      <Popover.Target>
        <ToolButton label={label} icon={iconOf(value)} onClick={toggle} isPressed={opened} />
      </Popover.Target>
      <Popover.Dropdown>
        <Slider
          thumbLabel={label}
          thumbProps={{ 'aria-valuetext': percent.format(value) }}
          min={0}
          max={1}
          step={0.1}
          value={value}
          label={(shown) => percent.format(shown)}
          onChange={setValue}
          onChangeEnd={(chosen) => {
            const rounded = Math.round(chosen * 10) / 10
            storage.volume.set(rounded)
            setValue(rounded)
            playNotice()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function iconOf(value: number) {
  if (value === 0) return IconVolume3
  return value < 0.5 ? IconVolume2 : IconVolume
}
