/** `-z`: detection of dates. */
import { readTimeCondition, timeConditionHeader } from '../../../../source/core/request/again/time-condition.js';

const noon = Date.UTC(2024, 4, 6, 12);

test.each([
  ['Mon, 06 May 2024 12:00:00 GMT', noon],
  ['Monday, 06-May-2024 12:00:00 GMT', noon],
  ['Mon May  6 12:00:00 2024', noon],
  ['6 May 2024 12:00', noon],
  ['May 6 2024', Date.UTC(2024, 4, 6)],
  ['2024-05-06', Date.UTC(2024, 4, 6)],
  ['20240506', Date.UTC(2024, 4, 6)],
  ['20240506 12:00:00', noon],
  ['2024-05-06T12:00:00Z', noon],
  ['2024-05-06T12:00:00', noon],
  ['2024-05-06 14:00 +0200', noon],
])('%s is a date', (text, at) => {
  expect(readTimeCondition(text)).toEqual({ before: false, at, text });
});

test.each(['page.html', 'notes 1', 'may.txt', 'May 6', '2024', '1', '2024-05-06.log', 'dec 2024/report.csv', ''])(
  '"%s" is a file name',
  text => {
    expect(readTimeCondition(text)).toEqual({ before: false, text });
  },
);

test('a leading - asks for older content, and a + for newer', () => {
  expect(readTimeCondition('-2024-05-06')).toMatchObject({ before: true, at: Date.UTC(2024, 4, 6) });
  expect(readTimeCondition('+2024-05-06')).toMatchObject({ before: false, at: Date.UTC(2024, 4, 6) });
  expect(timeConditionHeader(true, noon)).toEqual({
    name: 'If-Unmodified-Since',
    value: 'Mon, 06 May 2024 12:00:00 GMT',
  });
  expect(timeConditionHeader(false, noon).name).toBe('If-Modified-Since');
});
