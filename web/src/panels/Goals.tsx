/** The ways to win, and how near each side is to them. */
import type { JSX } from 'preact';
import type { GameInfo, Goal, View } from '../wire';
import { RuleTag } from './RuleTag';

function Bar({
  goal,
  colour,
}: {
  goal: Goal;
  colour: { fill: string; edge: string };
}): JSX.Element | null {
  if (goal.of === 0) {
    return null;
  }
  const share = 1 - Math.min(goal.left, goal.of) / goal.of;
  return (
    <span class="near" aria-hidden="true">
      <span
        style={{
          width: `${Math.round(100 * share)}%`,
          background: colour.fill,
          boxShadow: `inset 0 0 0 1px ${colour.edge}`,
        }}
      />
    </span>
  );
}

export function GoalList({
  view,
  game,
  over = false,
}: {
  view: View;
  game: GameInfo | null;
  over?: boolean /** nothing is in danger any more */;
}): JSX.Element | null {
  if (view.goals.length === 0) {
    return null;
  }
  return (
    <ul class="goals-list" aria-label="How near each side is">
      {view.goals.map((goal) => {
        const player = view.players.find((one) => one.name === goal.player);
        const risks = over ? [] : goal.risks;
        return (
          <li class={risks.length > 0 ? 'alarm' : undefined}>
            <span
              class="disc"
              style={{ background: player?.fill ?? '', borderColor: player?.edge ?? '' }}
            />
            <span class="what">
              <b>{goal.player}</b> {goal.text}
              <RuleTag rule={goal.rule} game={game} />
              {risks.length > 0 && (
                <span class="risk-note">
                  {' '}
                  in danger: {risks.slice(0, 6).join(', ')}
                  {risks.length > 6 ? '…' : ''}
                </span>
              )}
            </span>
            <Bar goal={goal} colour={player ?? { fill: '', edge: '' }} />
          </li>
        );
      })}
    </ul>
  );
}
