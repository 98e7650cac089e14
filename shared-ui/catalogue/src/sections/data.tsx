import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'

import {
  Avatar,
  Badge,
  Card,
  Chip,
  CountBadge,
  FilterChips,
  IconButton,
  List,
  ListRow,
  MeterRing,
  RelativeTime,
  SortableList,
  Status,
  Tabs,
} from '../../../src/index.ts'
import { Grid, Specimen } from '../specimen.tsx'

const names = ['Ravi Kumar', 'आशा शर्मा', 'ليلى حداد', 'Łukasz Żak']
const loadedAt = Date.now()
const questions = ['Name', 'Date of the visit', 'Number of guests', 'Phone']

/** What is shown in lists. */
export function Data() {
  const [filter, setFilter] = useState('needs')
  const [tab, setTab] = useState('fields')
  const [order, setOrder] = useState(questions)
  const move = (from: number, to: number) =>
    setOrder((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? ''))
  return (
    <Grid>
      <Specimen title="States">
        <div>
          <Badge>Draft</Badge> <Badge tone="info">In review</Badge>{' '}
          <Badge tone="success">Active</Badge> <Badge tone="warning">Paused</Badge>{' '}
          <Badge tone="danger">Failed</Badge> <Badge tone="accent">New</Badge>{' '}
          <CountBadge count={3} label="3 unread" />
        </div>
        <div>
          <Status tone="success">Connected</Status> <Status tone="warning">Slow</Status>{' '}
          <Status tone="danger">Offline</Status>
        </div>
        <FilterChips
          label="Chats"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'needs', label: 'Needs you', count: 3 },
            { value: 'unread', label: 'Unread', count: 12 },
            { value: 'saved', label: 'Saved' },
            { value: 'all', label: 'All' },
          ]}
        />
        <div>
          <Chip name="Job: Booking" onRemove={() => undefined}>
            Job: Booking
          </Chip>
        </div>
      </Specimen>
      <Card title="List">
        <List label="Chats">
          {names.map((name, index) => (
            <ListRow
              key={name}
              start={<Avatar name={name} />}
              title={<bdi>{name}</bdi>}
              description={<bdi>When do you open on Sunday?</bdi>}
              end={
                <>
                  <RelativeTime at={new Date(loadedAt - index * 7_500_000)} />
                  <MeterRing
                    label="Time left to reply"
                    value={1 - index * 0.3}
                    text={`${24 - index * 7} h left`}
                    tone={index > 2 ? 'danger' : index > 1 ? 'warning' : 'accent'}
                  />
                </>
              }
            />
          ))}
        </List>
      </Card>
      <Specimen title="Sortable list" description="By mouse, touch and keyboard.">
        <SortableList
          label="Fields"
          items={order}
          itemKey={(item) => item}
          itemName={(item) => item}
          onMove={move}
        >
          {(item, _index, handle) => (
            <List label={item}>
              <ListRow
                start={handle(item)}
                title={item}
                end={
                  <IconButton
                    size="small"
                    label={`More for ${item}`}
                    icon={<MoreHorizontal size={16} />}
                  />
                }
              />
            </List>
          )}
        </SortableList>
      </Specimen>
      <Specimen title="Tabs">
        <Tabs
          label="Parts of the job"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'about', label: 'About', content: 'What the job is for.' },
            { id: 'fields', label: 'Fields', content: 'Which answers it collects.' },
            { id: 'messages', label: 'Messages', content: 'What it says at the end.' },
          ]}
        />
      </Specimen>
    </Grid>
  )
}
