import { ActionIcon, SegmentedControl, Select } from '@mantine/core'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { HourField } from '../../../ui/fields/hour-field.tsx'
import styles from './simulator.module.css'
import type { Simulated, SimulatedTime } from './use-simulation.ts'

interface Props {
  simulated: Simulated
  /** Undefined for a queue that has no conversations yet. */
  onReplay: (() => void) | undefined
}

export function SimulatorHead({ simulated, onReplay }: Props) {
  const { t } = useTranslation()
  const { time, setTime, result, connections, connectionId } = simulated
  const usualMoment = useUsualMoment(simulated)
  const isChosen = time !== 'open' && time !== 'closed'
  const kind = isChosen ? 'chosen' : time
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h3>{t('queues.simulator.title')}</h3>
        {onReplay && (
          <ActionIcon
            size={30}
            aria-label={t('queues.simulator.replay.open')}
            title={t('queues.simulator.replay.open')}
            onClick={onReplay}
          >
            <IconHistory size={18} />
          </ActionIcon>
        )}
        <ActionIcon
          size={30}
          aria-label={t('queues.simulator.again')}
          title={t('queues.simulator.again')}
          onClick={simulated.startAgain}
        >
          <IconRefresh size={18} />
        </ActionIcon>
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('queues.simulator.time')}
        value={kind}
        data={[
          { value: 'open', label: t('queues.simulator.open'), disabled: result ? !result.hours.open : false },
          { value: 'closed', label: t('queues.simulator.closed'), disabled: result ? !result.hours.closed : false },
          { value: 'chosen', label: t('queues.simulator.chosen') },
        ]}
        onChange={(value) => setTime(value === 'chosen' ? usualMoment() : value)}
      />
      {isChosen && <ChosenTime time={time} onChange={setTime} />}
      {result?.hours.closed === false && <p className={styles.hint}>{t('queues.simulator.alwaysOpen')}</p>}
      {connections.length > 0 && (
        <Select
          size="xs"
          aria-label={t('queues.simulator.connection')}
          allowDeselect={false}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={connectionId === null ? null : String(connectionId)}
          onChange={(id) => id !== null && simulated.setConnectionId(Number(id))}
        />
      )}
    </header>
  )
}

/** The minute of the last step, or this one, in the time zone of the company. */
function useUsualMoment({ result }: Simulated): () => string {
  const format = useFormat()
  return () => {
    const at = result?.steps.at(-1)?.at ?? new Date().toISOString()
    return `${format.day(at)}T${format.time(at)}`
  }
}

function ChosenTime({ time, onChange }: { time: string; onChange: (time: SimulatedTime) => void }) {
  const { t } = useTranslation()
  const [day = '', hour = ''] = time.split('T')
  return (
    <div className={styles.line}>
      <DateField
        size="xs"
        label={t('queues.simulator.day')}
        value={day}
        onChange={(chosen) => chosen !== null && onChange(`${chosen}T${hour}`)}
      />
      <HourField
        size="xs"
        label={t('queues.simulator.hour')}
        value={hour}
        onChange={(chosen) => chosen !== '' && onChange(`${day}T${chosen.slice(0, 5)}`)}
      />
    </div>
  )
}
