export { RankedChart } from './ranked-chart.tsx'
export { ShareChart } from './share-chart.tsx'
export { TotalChart } from './total-chart.tsx'
