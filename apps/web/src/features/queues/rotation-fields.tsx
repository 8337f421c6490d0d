import { Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './queue-dialog.module.css'

interface Props {
  isOn: boolean
  minutes: number
  onChange: (rotation: { ativarRoteador: boolean; tempoRoteador: number }) => void
}

/** In minutes. 0: whoever has the ticket keeps it. */
const times = [0, 2, 5, 10, 15, 30, 45, 60]

/** Whether the tickets of a queue are assigned in turn, and how long each attendant has to answer. */
export function RotationFields({ isOn, minutes, onChange }: Props) {
  const { t } = useTranslation()
  // Another client may have set another time.
  const offered = times.includes(minutes) ? times : [...times, minutes].toSorted((a, b) => a - b)
  return (
    <div className={styles.whole}>
      <Switch
        label={t('queues.rotation.switch')}
        description={t('queues.rotation.hint')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onChange({ ativarRoteador: checked, tempoRoteador: minutes })}
      />
      {isOn && (
        <Select
          mt="sm"
          label={t('queues.rotation.time')}
          allowDeselect={false}
          data={offered.map((count) => ({
            value: String(count),
            label: count === 0 ? t('queues.rotation.never') : t('queues.rotation.minutes', { count }),
          }))}
          value={String(minutes)}
          onChange={(time) => onChange({ ativarRoteador: isOn, tempoRoteador: Number(time) })}
        />
      )}
    </div>
  )
}
