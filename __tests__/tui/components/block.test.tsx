import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { Block } from '../../../source/tui/components/block.js';

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test('blocks are drawn at their positions, next to and below each other', () => {
  const { lastFrame } = render(
    <Box width={20} height={4}>
      <Block rect={rect(0, 0, 8, 2)} lines={['┌──────┐', '│ left │']} />
      <Block rect={rect(8, 0, 12, 1)} lines={['right       ']} />
      <Block rect={rect(0, 3, 20, 1)} lines={['footer              ']} />
    </Box>,
  );
  expect(
    lastFrame()
      ?.split('\n')
      .map(line => line.trimEnd()),
  ).toEqual(['┌──────┐right', '│ left │', '', 'footer']);
});
