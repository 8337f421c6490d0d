import { Slider } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { playNotificationSound } from '../../lib/browser/sound.ts'
import { storage } from '../../lib/browser/storage.ts'
import { numbers } from '../../ui/numbers.ts'

interface Props {
  value: number
  onChange: (value: number) => void
}

/** On release, the value is stored and played as a sample. */
export function VolumeSlider({ value, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const slider = useRef<HTMLDivElement>(null)
  useEffect(() => slider.current?.querySelector<HTMLElement>('[role="slider"]')?.focus(), [])
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <Slider
      ref={slider}
      thumbLabel={t('shell.volume')}
      thumbValueText={(shown) => percent.format(shown)}
      min={0}
      max={1}
      step={numbers.volumeStep}
      value={value}
      label={(shown) => percent.format(shown)}
      onChange={onChange}
      onChangeEnd={(chosen) => {
        storage.volume.set(chosen)
        onChange(chosen)
        playNotificationSound()
      }}
    />
  )
}
