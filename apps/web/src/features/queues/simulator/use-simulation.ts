import { type Simulation, limits } from '@guiche/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../../ui/numbers.ts'
import { type CustomerStep, type Draft, connectionChoices, simulation } from './simulator.api.ts'

/** When the customer writes next: `open`, `closed` (of the service hours), or a moment such as `2026-11-24T09:30`. */
export type SimulatedTime = string

interface Options {
  queueId: number | undefined
  draft: Draft
  /** The draft cannot be saved as it is. */
  isIncomplete: boolean
}

export interface Simulated {
  inputs: readonly CustomerStep[]
  say: (step: Pick<CustomerStep, 'text' | 'media' | 'choiceId'>) => void
  startAgain: () => void
  time: SimulatedTime
  setTime: (time: SimulatedTime) => void
  connections: { id: number; name: string }[]
  connectionId: number | null
  /** Begins again: it is another conversation. */
  setConnectionId: (id: number) => void
  result: Simulation | undefined
  error: Error | null
  isPending: boolean
  isFull: boolean
  retry: () => void
}

/** A conversation with the bot of the draft. After a change of the draft the customer says the same again. */
export function useSimulation({ queueId, draft, isIncomplete }: Options): Simulated {
  const { t } = useTranslation()
  const [inputs, setInputs] = useState<CustomerStep[]>([])
  const [time, setTime] = useState<SimulatedTime>('open')
  const [chosen, setChosen] = useState<number>()
  const connections = useQuery(connectionChoices)
  const list = connections.data ?? []
  const offering = list.find(({ queues }) => queues.some(({ id }) => id === queueId))
  const connectionId = chosen ?? offering?.id ?? list[0]?.id ?? null
  const [rested] = useDebouncedValue(draft, numbers.searchDebounce)
  const body = {
    queueId: queueId ?? null,
    draft: rested,
    whatsappId: connectionId,
    contactName: t('queues.simulator.customer'),
    steps: inputs,
  }
  const query = useQuery({ ...simulation(body), enabled: !connections.isPending && !isIncomplete })

  return {
    inputs,
    say: (step) => setInputs((before) => [...before, { ...step, at: time }]),
    startAgain: () => setInputs([]),
    time,
    setTime,
    connections: list,
    connectionId,
    setConnectionId: (id) => {
      setChosen(id)
      setInputs([])
    },
    result: query.data,
    error: query.error,
    isPending: query.isFetching,
    isFull: inputs.length >= limits.simulatedSteps,
    retry: () => void query.refetch(),
  }
}
